export const sqlite = `
`;

export const postgres = `
`;
