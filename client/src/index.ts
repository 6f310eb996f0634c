// The package daybook-client.
export { type Calls, type Client, createClient, etagOf } from './client.ts';
export { type ClientErrorCode, DaybookError } from './errors.ts';
export type * from './generated/openapi.ts';
export type { Collection, CollectionOptions, Message } from './replica/collection.ts';
export type { ReplicaState } from './replica/follower.ts';
export type { Kind, Kinds } from './replica/kinds.ts';
export type { Change as RecordChange, Listener } from './replica/listeners.ts';
export type { Replica, ReplicaOptions, ReplicaSnapshot } from './replica/replica.ts';
export { type Answer, type Query, type RequestOptions, Transport, type TransportOptions } from './transport.ts';
export type { CallOptions } from './types.ts';
