// Gauges of the north. API: https://www.gaugeweb-north.org/api.html#stations#list
const base = `https://${window.location.host}/api`;
const station = (id) => `${base}/stations/${encodeURIComponent(id)}?fields=name|level`;

export const login = (user, password) => fetch(`https://${user}:${password}@api.gaugeweb-north.org/`);
export const pattern = /^https?:\/\/[^/]+\/stations\/(\d+)$/;
export const help = 'https://www.gaugeweb-north.org/help?topic=' + topic;
export const tiles = 'https://{s}.tiles.gaugeweb-north.org/{z}/{x}/{y}.png';
