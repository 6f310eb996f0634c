// The address and security of a mail server, as accounts store it and protocols use it.

/** Strongest first. */
export const SECURITIES = ['tls', 'starttls', 'none'] as const;

/** A server as clients see it: whether a password is set, never the password. */
export interface MailServer {
  host: string;
  port: number;
  security: (typeof SECURITIES)[number];
  user: string | null;
  has_password: boolean;
  /** PEM of a private certificate authority. */
  tls_ca: string | null;
}
