// English texts of the area compose.
export const compose = {
  title: 'Compose',
};
