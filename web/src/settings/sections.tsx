// The sections of the settings, in the order of the list.
import type { ComponentType, ReactNode } from 'react';
import { Download, Eye, Identity, Info, Mail, Options, Token } from '../ui/icons.ts';
import type { Words } from '../words/words.ts';
import { AccessSection } from './access/access-section.tsx';
import { AccountsSection } from './accounts/accounts-section.tsx';
import { IdentitiesSection } from './accounts/identities-section.tsx';
import { AboutSection } from './data/about-section.tsx';
import { PrivacySection } from './data/privacy-section.tsx';
import { TransferSection } from './data/transfer-section.tsx';
import { GeneralSection } from './general/general-section.tsx';

export interface Section {
  /** Its name in the address. */
  id: keyof Words['settings']['sections'];
  icon: ReactNode;
  Content: ComponentType;
}

export const sections: readonly Section[] = [
  { id: 'general', icon: <Options aria-hidden />, Content: GeneralSection },
  { id: 'accounts', icon: <Mail aria-hidden />, Content: AccountsSection },
  { id: 'identities', icon: <Identity aria-hidden />, Content: IdentitiesSection },
  { id: 'privacy', icon: <Eye aria-hidden />, Content: PrivacySection },
  { id: 'access', icon: <Token aria-hidden />, Content: AccessSection },
  { id: 'import', icon: <Download aria-hidden />, Content: TransferSection },
  { id: 'about', icon: <Info aria-hidden />, Content: AboutSection },
];
