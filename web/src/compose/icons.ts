// Icons that only the composer uses.
export {
  Heading2 as Heading,
  Maximize2 as FullScreen,
  Minimize2 as LeaveFullScreen,
} from 'lucide-react';
