// English texts of the sign-in screen.
export const signIn = {
  title: 'Sign in to Daybook',
  ended: 'Your session has ended. Sign in to continue where you were.',
  tokenLost:
    'The first token was created, but it has not arrived in this browser. Create another one with the command below, and revoke the first one when you have signed in.',
  kept: (count: number) =>
    count === 1
      ? '1 change was not sent yet. It is kept in this browser and is sent after you sign in.'
      : `${count} changes were not sent yet. They are kept in this browser and are sent after you sign in.`,
  intro: 'This service needs a token: a long password that was created for you or that you have created.',
  token: 'Token',
  placeholder: 'dbk_…',
  submit: 'Sign in',
  show: 'Show token',
  hide: 'Hide token',
  how: 'Where do I get a token?',
  howText: 'Run this command on the computer that the service runs on, in its folder. It prints the token once:',
  command: './daybook token create --name browser',
  copy: 'Copy command',
  copied: 'The command was copied.',
  privacy: 'The token is not stored in the browser. It is exchanged for a session that you can end at any time.',
  missing: 'Paste the token here.',
  wrongForm: 'This is not a token. Tokens begin with dbk_ and have no spaces.',
  expired: 'This token has expired. Create a new one with the command below.',
  revoked: 'This token has been revoked. Create a new one with the command below.',
  refused: 'This token is not known here. Was it copied completely, and is it of this service?',
  unreachable: 'The service cannot be reached. Is it running? What you have typed is kept.',
};
