// Email accounts as the API returns them.

export const PASSWORD = 'swordfish-7391';
