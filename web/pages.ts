/** What is known before anybody has signed in: where the English texts are, and what the shell must know before it draws. */
import { registerEnglish } from '#platform/web/i18n/load.ts'
import { registerBeforeShell } from '#platform/web/shell/before-shell.ts'

for (const load of Object.values(import.meta.glob(['/areas/**/en-US.ts', '/platform/web/*/en-US.ts', '!/platform/web/i18n/en-US.ts'])))
  registerEnglish(load)

registerBeforeShell(() => import('./shell-parts.ts'))
