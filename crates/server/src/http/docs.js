// Shows the room's OpenAPI document: every operation with what it takes and answers, then the shapes.
const make = (tag, text, children = []) => {
  const node = document.createElement(tag);
  if (text) node.textContent = text;
  node.append(...children);
  return node;
};
const json = (value) => make('pre', JSON.stringify(value, null, 2));
const shape = (content) => {
  const [kind, body] = Object.entries(content ?? {})[0] ?? [];
  if (!kind) return make('span', 'nothing');
  const name = body.schema?.$ref?.split('/').pop();
  if (!name) return body.schema ? json(body.schema) : make('span', kind);
  const link = make('a', name);
  link.href = `#${name}`;
  return link;
};
const operation = (path, verb, it) => {
  const title = make('summary', '', [make('span', verb), make('code', path), make('span', ` — ${it.summary}`)]);
  title.firstChild.className = 'verb';
  const parts = [title];
  const who = make('p', it.security.length ? `Needs: ${it.security.map((one) => Object.keys(one)[0]).join(' or ')}` : 'Anybody may ask');
  who.className = 'who';
  parts.push(who);
  for (const one of it.parameters ?? []) {
    parts.push(make('p', '', [make('code', one.name), make('span', ` (${one.in}) ${one.description ?? ''}`)]));
  }
  if (it.requestBody) parts.push(make('p', 'Takes ', [shape(it.requestBody.content)]));
  for (const [status, answer] of Object.entries(it.responses)) {
    parts.push(make('p', `${status}: ${answer.description} `, status < '300' ? [shape(answer.content)] : []));
  }
  return make('details', '', parts);
};
const show = (api) => {
  const parts = [];
  for (const tag of api.tags) {
    parts.push(make('h2', tag.name), make('p', tag.description));
    for (const [path, verbs] of Object.entries(api.paths)) {
      for (const [verb, it] of Object.entries(verbs)) {
        if (it.tags.includes(tag.name)) parts.push(operation(api.servers[0].url + path, verb, it));
      }
    }
  }
  parts.push(make('h2', 'Shapes'));
  for (const [name, schema] of Object.entries(api.components.schemas)) {
    const details = make('details', '', [make('summary', name), json(schema)]);
    details.id = name;
    parts.push(details);
  }
  document.getElementById('main').replaceChildren(...parts);
};
fetch('/api/v1/openapi.json').then((answer) => answer.json()).then(show, (error) => {
  document.getElementById('main').textContent = String(error);
});
addEventListener('hashchange', () => {
  const details = document.getElementById(location.hash.slice(1));
  if (details) details.open = true;
});
