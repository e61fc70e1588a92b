/**
 * Runs before everything else, as a file of its own that needs no other: what the first screen will need is asked for while the rest of the
 * program is still on its way (vite.config.ts puts it into the page).
 */
import { registerBeforeShell } from '#platform/web/shell/before-shell.ts'
import { beginFirstScreen } from '#platform/web/shell/first-screen.ts'

registerBeforeShell(() => import('./shell-parts.ts'))
beginFirstScreen()
