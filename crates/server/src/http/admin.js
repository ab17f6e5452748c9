// The admin's desk: signs in with the code of the link, then shows tables, people and what was done.
const russian = (navigator.language || '').toLowerCase().startsWith('ru');
document.documentElement.lang = russian ? 'ru' : 'en';
const say = (ru, en) => (russian ? ru : en);
const make = (tag, text, children = []) => {
  const node = document.createElement(tag);
  if (text) node.textContent = text;
  node.append(...children);
  return node;
};
const ask = async (path, method = 'GET', body) => {
  const headers = body === undefined ? {} : { 'content-type': 'application/json' };
  const answer = await fetch(`/api/v1/admin${path}`, { method, headers, body: body && JSON.stringify(body) });
  if (answer.status === 204) return null;
  const value = await answer.json();
  if (!answer.ok) throw value;
  return value;
};
const wrong = {
  badLink: say('Ссылка уже использована, устарела или неверна. Запустите kozyr serve --admin-link, и будет новая.', 'The link was used already, is too old or is none. Start kozyr serve --admin-link for a new one.'),
  signInFirst: say('Откройте ссылку администратора: её печатает первый запуск или kozyr serve --admin-link.', 'Open the admin link: the first start prints it, and so does kozyr serve --admin-link.'),
  tableTaken: say('За столом сидят.', 'Somebody sits at the table.'),
  tooFast: say('Слишком часто. Подождите немного.', 'Too often. Wait a little.'),
};
const main = document.getElementById('main');
const failed = (error) => {
  const line = make('p', wrong[error.code] ?? error.message ?? String(error));
  line.className = 'wrong';
  line.setAttribute('role', 'alert');
  main.prepend(line);
};
const button = (text, act) => {
  const node = make('button', text);
  node.onclick = () => act().then(show).catch(failed);
  return node;
};
const rows = (heads, lines) => {
  const head = make('tr', '', heads.map((text) => make('th', text)));
  const body = lines.map((cells) => make('tr', '', cells.map((cell) => (cell instanceof Node ? make('td', '', [cell]) : make('td', String(cell))))));
  const box = make('div', '', [make('table', '', [head, ...body])]);
  box.className = 'wide';
  return box;
};
const date = (ms) => (ms > 8e15 ? say('навсегда', 'for good') : new Date(ms).toLocaleString());
const person = (one) => {
  const act = (body) => () => ask(`/people/${one.id}`, 'POST', body);
  const buttons = [
    one.mutedUntil === undefined ? button(say('Заглушить', 'Mute'), act({ act: 'mute' })) : button(say('Вернуть голос', 'Unmute'), act({ act: 'unmute' })),
    button(say('Выставить', 'Kick'), act({ act: 'kick' })),
    one.bannedUntil === undefined ? button(say('Запретить вход', 'Ban'), act({ act: 'ban' })) : button(say('Снять запрет', 'Unban'), act({ act: 'unban' })),
  ];
  return [one.name, one.id, one.seatedAt.join(', '), date(one.lastSeen), make('span', '', buttons)];
};
const cup = (one) => {
  const act = (text, order) => button(text, () => ask(`/tournaments/${one.tournament}`, 'POST', { order: { order } }));
  const buttons = {
    lobby: () => [act(say('Отменить', 'Call off'), 'cancel')],
    running: () => [act(say('Пауза', 'Pause'), 'pause'), act(say('Следующий уровень', 'Next level'), 'nextLevel'), act(say('Отменить', 'Call off'), 'cancel')],
    paused: () => [act(say('Продолжить', 'Go on'), 'resume'), act(say('Отменить', 'Call off'), 'cancel')],
  };
  const known = (buttons[one.status === 'clockPaused' ? 'paused' : one.status] ?? (() => []))();
  return [one.title, one.tournament, one.status, one.entrants, make('span', '', known)];
};
const show = async () => {
  const [{ tables }, accounts, guests, { acts }, { sums }] = await Promise.all([
    ask('/tables'), ask('/people?kind=account'), ask('/people?kind=guest'), ask('/audit?limit=50'), ask('/ledger?limit=1'),
  ]);
  const room = await (await fetch('/api/v1/room')).json();
  const { tournaments } = await (await fetch('/api/v1/tournaments')).json();
  main.replaceChildren(
    make('h1', say('Комната', 'The room')),
    make('p', `${say('Столов', 'Tables')}: ${room.tables} · ${say('соединений', 'connections')}: ${room.connections} · ${say('сумма счетов', 'sum of the ledger')}: ${sums.map((one) => `${one.account} ${one.chips}`).join(', ')}`),
    room.draining
      ? button(say('Раздавать дальше', 'Go on dealing'), () => ask('/drain', 'POST', { on: false }))
      : button(say('Остановить, когда доиграют раздачи', 'Stop when the hands are over'), () => ask('/drain', 'POST', { on: true })),
    button(say('Выйти', 'Sign out'), () => ask('/sign-out', 'POST')),
    make('h2', say('Столы', 'Tables')),
    rows([say('Стол', 'Table'), say('Сидят', 'Seated'), ''], tables.map((one) => [one.info.name, `${one.seated}/${one.info.seats}`, button(say('Закрыть', 'Close'), () => ask(`/tables/${one.table}`, 'DELETE'))])),
    make('h2', say('Турниры', 'Tournaments')),
    rows([say('Турнир', 'Tournament'), '', say('Состояние', 'Status'), say('Игроков', 'Players'), ''], tournaments.map(cup)),
    make('h2', say('Люди', 'People')),
    rows([say('Имя', 'Name'), '№', say('Сидит', 'Seated'), say('Был', 'Last seen'), ''], [...accounts.people, ...guests.people].map(person)),
    make('h2', say('Журнал', 'What was done')),
    rows(['№', say('Когда', 'When'), say('Кто', 'Who'), say('Что', 'What')], acts.map((one) => [one.number, date(one.at), one.by ?? say('комната', 'the room'), JSON.stringify(one.what)])),
  );
};
const start = async () => {
  const code = location.hash.slice(1);
  // The code works once: it has no business in the address bar or the history.
  history.replaceState(null, '', '/admin');
  if (code) await ask('/sign-in', 'POST', { code, keep: 'cookie' });
  await show();
};
start().catch(failed);
