/** Words for timed work: `timed` for each organisation, `housekeeping` once for the installation. */
import type { Title } from '#platform/declare/title.ts'
import type { InstallationTimed, InstallationWork, OrganisationTimed, OrganisationWork, TimedCommon, When } from '../contract/timed.ts'

type Words = When & Pick<TimedCommon, 'calendar' | 'missed'> & { readonly again?: readonly number[] }
const againUsual = [1, 5, 15, 60]

function commonOf(name: string, title: Title, { calendar, missed, again = againUsual, ...when }: Words): TimedCommon {
  return { name, title, when, again, ...(calendar && { calendar }), ...(missed && { missed }) }
}

/** For each organisation, on its own clock. */
export const timed = (name: string, title: Title, { work, ...words }: Words & { readonly work: OrganisationWork }): OrganisationTimed => ({
  ...commonOf(name, title, words),
  of: 'organisation',
  work,
})

/** Once for the installation, on the clock of the company's home. */
export const housekeeping = (
  name: string,
  title: Title,
  { work, ...words }: Words & { readonly work: InstallationWork },
): InstallationTimed => ({
  ...commonOf(name, title, words),
  of: 'installation',
  work,
})
