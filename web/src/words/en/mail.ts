// English texts of the area mail.
export const mail = {
  title: 'Mail',
};
