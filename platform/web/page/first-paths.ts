/** Calls that are asked ahead of their users, beside the profile: whoever takes the answer names the same path and body. */
import type { Screen } from '#platform/format/open-tabs.ts'
import { isNarrowWindow } from './narrow-window.ts'

export const pinsPath = '/myCommonMenu/list'
export const tabsPath = '/userTab/query'
/** A phone has tabs of its own. Asked for before anything is drawn, so it is the window that is measured. */
export const tabsBody = (): { readonly screen: Screen } => ({ screen: isNarrowWindow() ? 'phone' : 'desk' })
export const definitionPath = '/listField/getByType'
