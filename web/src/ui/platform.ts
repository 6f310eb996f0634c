// What the browser says about the machine it runs on.

export const isMac = /Mac|iPhone|iPad/u.test(navigator.platform);
