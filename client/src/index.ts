// The package daybook-client.
export { type ClientErrorCode, DaybookError } from './errors.ts';
export { type Answer, type Query, type RequestOptions, Transport, type TransportOptions } from './transport.ts';
