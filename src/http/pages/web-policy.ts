// The security headers of the web app. Scripts and styles come only from its own files, requests go only to this
// service, and no other page can frame it.

const APP_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // Attributes cannot load or run anything that the other rules forbid; the text editor and pasted text use them.
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'", // WebSockets of the same host included
  "frame-src 'self' blob:",
  "media-src 'self' blob:",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

export const pageHeaders: Record<string, string> = {
  'cache-control': 'no-cache',
  'content-security-policy': APP_POLICY,
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': [
    'accelerometer',
    'camera',
    'display-capture',
    'geolocation',
    'gyroscope',
    'magnetometer',
    'microphone',
    'midi',
    'payment',
    'serial',
    'usb',
  ]
    .map((feature) => `${feature}=()`)
    .join(', '),
};

/** Of the page that is shown while there is no app. */
export const missingPageHeaders: Record<string, string> = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};
