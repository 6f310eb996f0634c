// Parts of multipart frames.
import { htmlPart, multipart, part, textPart } from './build.ts';

export const html = '<p>Hello <img src="cid:logo@example.org"></p>';
export const alternatives = [textPart('Hello, Grüße.'), htmlPart('<p>Hello, Grüße.</p>')];
export const alternative = part(
  ['Content-Type: multipart/alternative; boundary="=_inner"'],
  multipart('=_inner', alternatives),
);

export const B = '----=_Part_12.34';
export const header = (type: string, rest = `; boundary="${B}"`) => [`Content-Type: multipart/${type}${rest}`];

export const text = (body: Buffer) => body.toString('latin1');
