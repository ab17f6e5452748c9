//! Routes and their description side by side: OpenAPI 3.1 takes the JSON Schemas of the room's types as they are.

use super::answer::meaning;
use crate::room::Inner;
use axum::Router;
use axum::handler::Handler;
use axum::routing::{MethodFilter, on};
use kozyr_protocol::api::{Problem, ProblemCode};
use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Who may ask.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Needs {
    /// Anybody.
    Nobody,
    /// Anybody; somebody with a cookie or a token may see more.
    Anybody,
    /// Somebody with a cookie or a token.
    Person,
    /// The same, and the token may play.
    Player,
    /// Somebody with a session for everything.
    Owner,
    /// The room's admin.
    Admin,
}

type Described = fn(&mut SchemaGenerator) -> Schema;

/// JSON that comes or goes.
#[derive(Clone, Copy)]
enum Document {
    /// Of the room's own types.
    Typed(Described),
    /// Of another specification: what it is, in words.
    Told(&'static str),
}

impl Document {
    fn schema(self, generator: &mut SchemaGenerator) -> Value {
        match self {
            Document::Typed(described) => described(generator).to_value(),
            Document::Told(words) => json!({ "type": "object", "description": words }),
        }
    }
}

/// What comes back when all is well.
#[derive(Clone, Copy)]
enum Good {
    /// 204.
    Nothing,
    /// 200 with JSON.
    Json(Document),
    /// 200 with something else.
    Other(&'static str),
}

/// One method of one path.
pub(crate) struct Operation {
    method: MethodFilter,
    verb: &'static str,
    path: &'static str,
    id: &'static str,
    tag: &'static str,
    summary: &'static str,
    needs: Needs,
    query: Option<Described>,
    body: Option<Document>,
    good: Good,
    codes: Vec<ProblemCode>,
}

impl Operation {
    fn new(
        (method, verb): (MethodFilter, &'static str),
        path: &'static str,
        id: &'static str,
        summary: &'static str,
    ) -> Operation {
        let (needs, query, body, good, codes) = (Needs::Nobody, None, None, Good::Nothing, Vec::new());
        Operation { method, verb, path, id, tag: "room", summary, needs, query, body, good, codes }
    }

    /// `GET`; parameters of the path stand in braces.
    pub(crate) fn get(path: &'static str, id: &'static str, summary: &'static str) -> Operation {
        Operation::new((MethodFilter::GET, "get"), path, id, summary)
    }

    /// `POST`.
    pub(crate) fn post(path: &'static str, id: &'static str, summary: &'static str) -> Operation {
        Operation::new((MethodFilter::POST, "post"), path, id, summary)
    }

    /// `DELETE`.
    pub(crate) fn delete(path: &'static str, id: &'static str, summary: &'static str) -> Operation {
        Operation::new((MethodFilter::DELETE, "delete"), path, id, summary)
    }

    /// The part of the API it belongs to.
    pub(crate) fn of(mut self, tag: &'static str) -> Operation {
        self.tag = tag;
        self
    }

    /// Only these may ask.
    pub(crate) fn needs(mut self, needs: Needs) -> Operation {
        self.needs = needs;
        self
    }

    /// The parameters after the question mark: the fields of this type.
    pub(crate) fn query<T: JsonSchema>(mut self) -> Operation {
        self.query = Some(T::json_schema);
        self
    }

    /// The body that is sent.
    pub(crate) fn takes<T: JsonSchema>(mut self) -> Operation {
        self.body = Some(Document::Typed(SchemaGenerator::subschema_for::<T>));
        self
    }

    /// The same, of another specification.
    pub(crate) fn takes_document(mut self, words: &'static str) -> Operation {
        self.body = Some(Document::Told(words));
        self
    }

    /// The body that comes back. Without one there is none.
    pub(crate) fn answers<T: JsonSchema>(mut self) -> Operation {
        self.good = Good::Json(Document::Typed(SchemaGenerator::subschema_for::<T>));
        self
    }

    /// The same, of another specification.
    pub(crate) fn answers_document(mut self, words: &'static str) -> Operation {
        self.good = Good::Json(Document::Told(words));
        self
    }

    /// Something that is no JSON comes back: its type.
    pub(crate) fn answers_with(mut self, content_type: &'static str) -> Operation {
        self.good = Good::Other(content_type);
        self
    }

    /// The refusals it has beyond those that every request can have.
    pub(crate) fn refuses(mut self, codes: &[ProblemCode]) -> Operation {
        self.codes.extend_from_slice(codes);
        self
    }
}

/// The routes so far and what is known of them.
pub(crate) struct Api {
    router: Router<Arc<Inner>>,
    paths: BTreeMap<&'static str, Map<String, Value>>,
    tags: Vec<Value>,
    /// What is sent may leave out what has a default; what is answered never does.
    sent: SchemaGenerator,
    answered: SchemaGenerator,
}

impl Api {
    pub(crate) fn new() -> Api {
        let settings = || {
            SchemaSettings::draft2020_12().with(|settings| {
                settings.definitions_path = "/components/schemas".into();
                settings.meta_schema = None;
            })
        };
        let (sent, mut answered) = (settings().into_generator(), settings().for_serialize().into_generator());
        answered.subschema_for::<Problem>();
        Api { router: Router::new(), paths: BTreeMap::new(), tags: Vec::new(), sent, answered }
    }

    /// A part of the API, for its table of contents.
    pub(crate) fn tag(mut self, name: &str, description: &str) -> Api {
        self.tags.push(json!({ "name": name, "description": description }));
        self
    }

    /// Adds the routes of a part.
    pub(crate) fn with(self, add: impl FnOnce(Api) -> Api) -> Api {
        add(self)
    }

    /// Adds a route.
    #[allow(clippy::needless_pass_by_value, reason = "an operation is made where it is added")]
    pub(crate) fn route<T: 'static>(
        mut self,
        operation: Operation,
        handler: impl Handler<T, Arc<Inner>>,
    ) -> Api {
        let described = self.describe(&operation);
        self.paths.entry(operation.path).or_default().insert(operation.verb.to_owned(), described);
        self.router = self.router.route(operation.path, on(operation.method, handler));
        self
    }

    fn describe(&mut self, operation: &Operation) -> Value {
        let named = operation.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
        let mut parameters: Vec<Value> = named
            .map(|name| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } }))
            .collect();
        if let Some(query) = operation.query {
            parameters.extend(query_parameters(query(&mut self.sent)));
        }
        let mut value = json!({
            "operationId": operation.id,
            "tags": [operation.tag],
            "summary": operation.summary,
            "responses": self.responses(operation),
        });
        if !parameters.is_empty() {
            value["parameters"] = parameters.into();
        }
        if let Some(body) = operation.body {
            let schema = body.schema(&mut self.sent);
            value["requestBody"] =
                json!({ "required": true, "content": { "application/json": { "schema": schema } } });
        }
        value["security"] = match operation.needs {
            Needs::Nobody => json!([]),
            Needs::Anybody => json!([{}, { "cookie": [] }, { "token": [] }]),
            Needs::Person | Needs::Player | Needs::Owner => json!([{ "cookie": [] }, { "token": [] }]),
            Needs::Admin => json!([{ "adminCookie": [] }, { "adminToken": [] }]),
        };
        value
    }

    fn responses(&mut self, operation: &Operation) -> Value {
        let mut responses = Map::new();
        let (status, good) = match operation.good {
            Good::Nothing => ("204", json!({ "description": "done" })),
            Good::Json(document) => {
                let schema = document.schema(&mut self.answered);
                (
                    "200",
                    json!({ "description": "as asked", "content": { "application/json": { "schema": schema } } }),
                )
            }
            Good::Other(kind) => ("200", json!({ "description": "as asked", "content": { kind: {} } })),
        };
        responses.insert(status.into(), good);
        let mut codes = operation.codes.clone();
        use ProblemCode::{BadToken, Banned, NotAllowed, SignInFirst};
        codes.extend_from_slice(match operation.needs {
            Needs::Nobody => &[],
            Needs::Anybody => &[BadToken, Banned],
            Needs::Person => &[SignInFirst, BadToken, Banned],
            Needs::Player | Needs::Owner => &[SignInFirst, BadToken, Banned, NotAllowed],
            Needs::Admin => &[SignInFirst, BadToken],
        });
        if operation.needs != Needs::Nobody && operation.verb != "get" {
            codes.push(ProblemCode::AnotherSite);
        }
        if operation.body.is_some() {
            codes.extend([ProblemCode::Unreadable, ProblemCode::TooLarge]);
        }
        if operation.path.contains('{') {
            codes.push(ProblemCode::Unreadable);
        }
        let mut by_status: BTreeMap<u16, Vec<String>> = BTreeMap::new();
        for code in codes {
            let (status, words) = meaning(code);
            let code = serde_json::to_value(code).expect("a code is a word");
            let line = format!("`{}`: {words}", code.as_str().unwrap_or_default());
            let lines = by_status.entry(status.as_u16()).or_default();
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        let problem = json!({ "application/json": { "schema": { "$ref": "#/components/schemas/Problem" } } });
        for (status, lines) in by_status {
            responses
                .insert(status.to_string(), json!({ "description": lines.join("; "), "content": problem }));
        }
        Value::Object(responses)
    }

    /// The whole document.
    pub(crate) fn document(&self) -> Value {
        let (sent, answered) = (self.sent.definitions(), self.answered.definitions());
        let twice = differing(sent, answered);
        let mut schemas = answered.clone();
        for (name, schema) in sent {
            let mut schema = schema.clone();
            rename(&mut schema, &twice);
            let name = if twice.contains(name) { format!("{name}{SENT}") } else { name.clone() };
            schemas.insert(name, schema);
        }
        let paths: Map<String, Value> = self
            .paths
            .iter()
            .map(|(path, operations)| {
                let mut operations = operations.clone();
                for operation in operations.values_mut() {
                    // What is asked for; what is answered keeps its names.
                    for part in ["requestBody", "parameters"] {
                        operation.get_mut(part).into_iter().for_each(|part| rename(part, &twice));
                    }
                }
                ((*path).to_owned(), operations.into())
            })
            .collect();
        json!({
            "openapi": "3.1.0",
            "info": {
                "title": "Kozyr",
                "version": env!("CARGO_PKG_VERSION"),
                "description": "A card room over HTTP. Play itself goes over the WebSocket at /ws.",
                "license": { "name": "MIT OR Apache-2.0" },
            },
            "servers": [{ "url": super::BASE }],
            "tags": self.tags,
            "paths": paths,
            "components": {
                "schemas": schemas,
                "securitySchemes": {
                    "cookie": { "type": "apiKey", "in": "cookie", "name": super::asking::COOKIE },
                    "token": { "type": "http", "scheme": "bearer" },
                    "adminCookie": { "type": "apiKey", "in": "cookie", "name": super::admin::COOKIE },
                    "adminToken": { "type": "http", "scheme": "bearer", "description": "An admin's token" },
                },
            },
        })
    }

    pub(crate) fn into_router(self) -> Router<Arc<Inner>> {
        self.router
    }
}

/// What a type is called that is sent in another shape than it is answered: what is sent may leave out more.
const SENT: &str = "Sent";
const SCHEMAS: &str = "#/components/schemas/";

/// The types that look different when they are sent and when they are answered, or contain one that does.
fn differing(sent: &Map<String, Value>, answered: &Map<String, Value>) -> BTreeSet<String> {
    let both = || sent.iter().filter(|(name, _)| answered.contains_key(*name));
    let mut twice: BTreeSet<String> =
        both().filter(|(name, schema)| answered[*name] != **schema).map(|(name, _)| name.clone()).collect();
    loop {
        let known = twice.len();
        let containing = both().filter(|(_, schema)| {
            let mut renamed = (*schema).clone();
            rename(&mut renamed, &twice);
            renamed != **schema
        });
        let containing: Vec<String> = containing.map(|(name, _)| name.clone()).collect();
        twice.extend(containing);
        if twice.len() == known {
            return twice;
        }
    }
}

/// Lets every reference to one of these types point to the shape that is sent.
fn rename(value: &mut Value, twice: &BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            if let Some(Value::String(reference)) = fields.get_mut("$ref")
                && reference.strip_prefix(SCHEMAS).is_some_and(|name| twice.contains(name))
            {
                reference.push_str(SENT);
            }
            fields.values_mut().for_each(|field| rename(field, twice));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| rename(item, twice)),
        _ => {}
    }
}

/// The fields of a type as parameters.
fn query_parameters(schema: Schema) -> Vec<Value> {
    let schema = schema.to_value();
    let required = schema.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    let fields = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
    fields
        .map(|(name, field)| {
            let mut field = field.clone();
            let description = field.as_object_mut().and_then(|field| field.remove("description"));
            let required = required.iter().any(|required| required == name);
            let mut parameter = json!({ "name": name, "in": "query", "required": required, "schema": field });
            if let Some(description) = description {
                parameter["description"] = description;
            }
            parameter
        })
        .collect()
}
