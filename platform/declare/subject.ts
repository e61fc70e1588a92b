/**
 * Subject: an entry of the side menu, a kind of work with the pages it needs. Pages are declared by areas and named here by their menu id
 * (`<declaring module>.<page>`), which stays theirs wherever they stand. Pure values; platform/server/menu-of.ts builds and checks them.
 */
import type { Title } from './title.ts'

/** What pages of one tab differ by: its values in their order. Declared once, used by any variants. */
export interface Axis {
  readonly name: string
  readonly title: Title
  readonly values: Readonly<Record<string, Title>>
}
/** A page under a label of the menu's own. */
export interface Named {
  readonly page: string
  /** absent: as it is declared */
  readonly title?: Title
  /** behind the gear: one line of help */
  readonly hint?: Title
  /** what it was called, where that is not its declared title */
  readonly formerly?: Title
}
/** One tab with several pages and a switch between them. Of two axes the keys are pairs: `ebay.shipped`. */
export interface Variants {
  readonly name: string
  readonly title: Title
  readonly axes: readonly Axis[]
  readonly pages: Readonly<Record<string, string>>
  /** as of a named page */
  readonly hint?: Title
}
/** A page without a title is called as it is declared. */
export type TabWord = string | Named | Variants
/** Lines, shares, entries: they belong to a record of the list `of`, and stand in no menu. */
export interface Child {
  readonly page: string
  /** type of the list */
  readonly of: string
  readonly title?: Title
  /** its fields, each with the field of the record that holds the same; absent: its one reference to that list */
  readonly by?: Readonly<Record<string, string>>
}

export interface SubjectWords {
  readonly section?: string
  readonly tabs: readonly TabWord[]
  /** pages that are needed to set the others up, each with its hint: behind one button */
  readonly gear?: readonly TabWord[]
  /** absent: 设置 */
  readonly gearTitle?: Title
  readonly children?: readonly Child[]
  /** second entries of pages that stand elsewhere -> those pages: their addresses stay, no menu shows them */
  readonly again?: Readonly<Record<string, string>>
  /** the page the entry leads to; `waiting`: the first tab whose `badge` counts something; absent: the first tab that may be seen */
  readonly opens?: string
  /** an entry only for who may see a report: its pages are everybody's, and say nothing without one */
  readonly shownWith?: 'report'
}
export interface Subject extends SubjectWords {
  readonly id: string
  readonly title: Title
  readonly icon: string
}
export interface Section {
  readonly id: string
  readonly title: Title
}
interface MenuModuleWords {
  /** headings between subjects, where there are many */
  readonly sections?: readonly Section[]
  readonly subjects: readonly Subject[]
  /** pages in no menu, found by the search; the first is opened by the module's name */
  readonly beside?: readonly string[]
  /** modules that were, whose pins and settings lead here */
  readonly was?: readonly string[]
  readonly backOffice?: true
}
export interface MenuModule extends MenuModuleWords {
  readonly id: string
  readonly title: Title
  readonly icon: string
}
/** What an area adds to a subject of another. */
export interface TabsFor extends Pick<SubjectWords, 'gear' | 'children'> {
  readonly subject: string
  readonly tabs?: readonly TabWord[]
  /** page or variants behind which the tabs stand; absent: at the end */
  readonly after?: string
}

export const axis = (name: string, title: Title, values: Readonly<Record<string, Title>>): Axis => ({ name, title, values })
export const named = (page: string, title: Title, formerly?: Title): Named => ({
  page,
  title,
  ...(formerly === undefined ? {} : { formerly }),
})
/** A page behind the gear. */
export const setUp = (page: string, hint: Title, title?: Title, formerly?: Title): Named => ({
  ...(title === undefined ? { page } : named(page, title, formerly)),
  hint,
})
export const variants = (name: string, title: Title, axes: Axis | readonly Axis[], pages: Variants['pages'], hint?: Title): Variants => ({
  name,
  title,
  axes: 'name' in axes ? [axes] : axes,
  pages,
  ...(hint === undefined ? {} : { hint }),
})
export const child = (page: string, of: string, words: Pick<Child, 'title' | 'by'> = {}): Child => ({ page, of, ...words })
export const section = (id: string, title: Title): Section => ({ id, title })
export const subject = (id: string, title: Title, icon: string, words: SubjectWords): Subject => ({ id, title, icon, ...words })
export const menuModule = (id: string, title: Title, icon: string, words: MenuModuleWords): MenuModule => ({ id, title, icon, ...words })
export const tabsFor = (subject: string, words: Omit<TabsFor, 'subject'>): TabsFor => ({ subject, ...words })
