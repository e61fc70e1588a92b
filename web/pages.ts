/** Tells the shell which components exist: generic pages, the areas' own pages, English texts of the areas. Nothing is loaded before it is opened. */
import { registerEnglish } from '#platform/web/i18n/load.ts'
import { pageKeyOf, registerGeneric, registerPage } from '#platform/web/pages.ts'

const generics = import.meta.glob(['/platform/web/list/list-page.tsx', '/platform/web/report/report-page.tsx'])
for (const [file, load] of Object.entries(generics)) registerGeneric(file.endsWith('list-page.tsx') ? 'list' : 'report', load)

registerPage('home/workbenches', () => import('#platform/web/shell/page/home-page.tsx'))
for (const [file, load] of Object.entries(import.meta.glob('/areas/**/*.page.tsx'))) registerPage(pageKeyOf(file), load)

for (const load of Object.values(import.meta.glob('/areas/**/en-US.ts'))) registerEnglish(load)
