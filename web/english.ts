/** Where the English texts are. */
import { registerEnglish } from '#platform/web/i18n/load.ts'

for (const load of Object.values(import.meta.glob(['/areas/**/en-US.ts', '/platform/web/*/en-US.ts', '!/platform/web/i18n/en-US.ts'])))
  registerEnglish(load)
