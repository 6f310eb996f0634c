// The cache in which the service worker keeps the pages of mails; it is cleared with everything else on sign-out.
export const MAIL_PAGES = 'daybook-mail';
