// English texts of the area settings.
export const settings = {
  title: 'Settings',
};
