// Entry of the web app.
import { createRoot } from 'react-dom/client';

createRoot(document.getElementById('app') as HTMLElement).render(<h1>Daybook</h1>);
