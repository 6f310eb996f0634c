// The unread count on the icon of the installed app, on every screen. It goes with the session.
import { useEffect } from 'react';

export function useAppBadge(unread: number): void {
  useEffect(() => {
    if (!('setAppBadge' in navigator)) return;
    // Not every browser allows it, and nothing depends on it.
    void navigator.setAppBadge(unread).catch(() => {});
  }, [unread]);
  useEffect(() => () => void ('clearAppBadge' in navigator && navigator.clearAppBadge().catch(() => {})), []);
}
