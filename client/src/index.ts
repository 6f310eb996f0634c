// The package daybook-client.
export { type ClientErrorCode, DaybookError } from './errors.ts';
export type { Collection, CollectionOptions, Message } from './replica/collection.ts';
export type { ReplicaState } from './replica/follower.ts';
export type { Kind, Kinds } from './replica/kinds.ts';
export type { Change, Listener } from './replica/listeners.ts';
export { createReplica, type Replica, type ReplicaOptions, type ReplicaSnapshot } from './replica/replica.ts';
export { type Answer, type Query, type RequestOptions, Transport, type TransportOptions } from './transport.ts';
