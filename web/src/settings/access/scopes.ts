// The permissions of tokens: groups for the form, and presets.
import type { Words } from '../../words/words.ts';

export type Scope = keyof Words['settings']['access']['scopes'];
type GroupName = keyof Words['settings']['access']['groups'];

export const SCOPE_GROUPS: readonly { name: GroupName; scopes: readonly Scope[] }[] = [
  { name: 'emails', scopes: ['emails:read', 'emails:write', 'emails:send', 'emails:erase'] },
  { name: 'events', scopes: ['events:read', 'events:write', 'events:erase'] },
  { name: 'contacts', scopes: ['contacts:read', 'contacts:write', 'contacts:erase'] },
  {
    name: 'others',
    scopes: [
      'files:read',
      'files:write',
      'accounts:read',
      'accounts:write',
      'webhooks:read',
      'webhooks:write',
      'settings:write',
    ],
  },
];

export const READ_ONLY: readonly Scope[] = ['emails:read', 'events:read', 'contacts:read', 'files:read'];

export type Preset = 'read' | 'all' | 'custom';

export function scopesOf(preset: Preset, chosen: readonly Scope[]): readonly Scope[] {
  if (preset === 'all') return ['admin'];
  return preset === 'read' ? READ_ONLY : chosen;
}

/** What a token may do, in a few words. */
export function summaryOf(scopes: readonly string[], words: Words['settings']['access']): string {
  if (scopes.includes('admin')) return words.summary.all;
  const isReadOnly = scopes.length > 0 && scopes.every((one) => one.endsWith(':read'));
  return isReadOnly ? words.summary.read : words.permissions(scopes.length);
}
