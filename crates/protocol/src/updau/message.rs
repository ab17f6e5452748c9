//! The envelope: requests, responses, actions, and packs of them.

use super::{Answer, Command, Element, Fault, Limits, News, Wire};

/// What a request says about itself, echoed by its response.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Head {
    /// The command; never empty.
    pub cmd: String,
    /// The channel it is about: the attribute `pub`.
    pub channel: Option<String>,
    /// Whatever the client wants to find again in the response.
    pub sign: Option<String>,
}

/// A request as it came: its head can be answered even when its inside cannot be understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// What it says about itself.
    pub head: Head,
    /// What it asks for.
    pub command: Result<Command, Fault>,
}

/// A response.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Response {
    /// The request's head; `error` when it had none.
    pub head: Head,
    /// The answer, or the refusal.
    pub answer: Result<Answer, Fault>,
}

/// An action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Action {
    /// The channel it is about.
    pub channel: Option<String>,
    /// What it tells.
    pub news: News,
}

/// One document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message {
    /// From a client.
    Request(Request),
    /// From the server, to a request.
    Response(Response),
    /// From the server, by itself.
    Action(Action),
    /// Several of these, in order; there are no packs in packs.
    Pack(Vec<Message>),
}

/// A `cmd` is echoed; a longer one is nobody's command.
const LONGEST_CMD: usize = 64;

impl Head {
    /// A head without channel and sign.
    pub fn new(cmd: &str) -> Head {
        Head { cmd: cmd.to_owned(), channel: None, sign: None }
    }

    /// The head of a response to what could not be read.
    pub fn error() -> Head {
        Head::new("error")
    }

    fn read(element: &Element<'_>) -> Result<Head, Fault> {
        let cmd = element.get("cmd").filter(|cmd| cmd.len() <= LONGEST_CMD);
        let cmd = cmd.ok_or_else(|| Fault::bad(format!("{} has no cmd", element.name())))?;
        let own = |name: &str| element.get(name).map(str::to_owned);
        Ok(Head { cmd: cmd.to_owned(), channel: own("pub"), sign: own("sign") })
    }

    fn to_element(&self, name: &'static str) -> Element<'_> {
        let element = Element::new(name).attr("cmd", &self.cmd);
        element.maybe("pub", self.channel.as_ref()).maybe("sign", self.sign.as_ref())
    }
}

impl Request {
    /// A request for this command.
    pub fn new(channel: Option<&str>, command: Command) -> Request {
        let head = Head { channel: channel.map(str::to_owned), ..Head::new(command.name()) };
        Request { head, command: Ok(command) }
    }
}

impl Response {
    /// The refusal of a message that could not even be read.
    pub fn unreadable(fault: Fault) -> Response {
        Response { head: Head::error(), answer: Err(fault) }
    }
}

impl Message {
    /// Reads a message of either side.
    ///
    /// # Errors
    /// The document is none of the four, or has no `cmd`, or a server's message makes no sense. A request
    /// with a head but without sense is no error here: see [`Request::command`].
    pub fn decode(wire: Wire, bytes: &[u8], limits: &Limits) -> Result<Message, Fault> {
        Message::from_element(&wire.read(bytes, limits)?)
    }

    /// Writes the message.
    pub fn encode(&self, wire: Wire) -> Vec<u8> {
        wire.write(&self.to_element())
    }

    fn from_element(element: &Element<'_>) -> Result<Message, Fault> {
        if element.name() == "pack" {
            let messages = element.children().iter().map(Message::single);
            return messages.collect::<Result<_, _>>().map(Message::Pack);
        }
        Message::single(element)
    }

    fn single(element: &Element<'_>) -> Result<Message, Fault> {
        match element.name() {
            "request" => {
                let head = Head::read(element)?;
                let command = Command::read(&head.cmd, element);
                Ok(Message::Request(Request { head, command }))
            }
            "response" => {
                let head = Head::read(element)?;
                let answer = match element.find("error") {
                    Some(error) => Err(Fault::from_element(error)?),
                    None => Ok(Answer::read(&head.cmd, element)?),
                };
                Ok(Message::Response(Response { head, answer }))
            }
            "action" => {
                let head = Head::read(element)?;
                let news = News::read(&head.cmd, element)?;
                Ok(Message::Action(Action { channel: head.channel, news }))
            }
            "pack" => Err(Fault::bad("a pack in a pack")),
            _ => Err(Fault::bad("a message is a request, a response, an action or a pack of them")),
        }
    }

    fn to_element(&self) -> Element<'_> {
        match self {
            Message::Request(request) => {
                let element = request.head.to_element("request");
                match &request.command {
                    Ok(command) => command.write(element),
                    Err(_) => element,
                }
            }
            Message::Response(response) => {
                let element = response.head.to_element("response");
                match &response.answer {
                    Ok(answer) => answer.write(element),
                    Err(fault) => element.child(fault.to_element()),
                }
            }
            Message::Action(action) => {
                let element = Element::new("action").attr("cmd", action.news.name());
                action.news.write(element.maybe("pub", action.channel.as_ref()))
            }
            Message::Pack(messages) => {
                Element::new("pack").children_from(messages.iter().map(Message::to_element))
            }
        }
    }
}

/// What a client sent: the requests of one frame in order. Each gets a response of its own, also one that
/// cannot be read.
///
/// # Errors
/// The frame is no document, or none of a client.
pub fn requests(wire: Wire, bytes: &[u8], limits: &Limits) -> Result<Vec<Result<Request, Fault>>, Fault> {
    let only = |element: &Element<'_>| match Message::single(element)? {
        Message::Request(request) => Ok(request),
        _ => Err(Fault::bad("a client sends requests only")),
    };
    let element = wire.read(bytes, limits)?;
    match element.name() {
        "pack" if element.children().is_empty() => Err(Fault::bad("a pack with nothing in it")),
        "pack" => Ok(element.children().iter().map(only).collect()),
        _ => only(&element).map(|request| vec![Ok(request)]),
    }
}
