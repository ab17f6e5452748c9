// What a session is listed as: the browser and the device, as far as a browser says.
const browsers: [string, RegExp][] = [
  ["Firefox", /Firefox\//],
  ["Edge", /Edg\w*\//],
  ["Opera", /OPR\//],
  ["Yandex", /YaBrowser\//],
  ["Chrome", /Chrome\/|CriOS\//],
  ["Safari", /Safari\//],
];
const devices: [string, RegExp][] = [
  ["Android", /Android/],
  ["iPhone", /iPhone/],
  ["iPad", /iPad/],
  ["Windows", /Windows/],
  ["Mac", /Mac OS/],
  ["Linux", /Linux/],
];

export function deviceName(agent: string): string {
  const first = (known: [string, RegExp][]) => known.find(([, sign]) => sign.test(agent))?.[0];
  return [first(browsers), first(devices)].filter((word) => word !== undefined).join(", ");
}
