// English texts of the area compose.
export const compose = {
  title: 'New mail',
  reply: 'Reply',
  replyAll: 'Reply to all',
  forward: 'Forward',
  send: 'Send',
  save: 'Save draft',
  discard: 'Discard draft',
};
