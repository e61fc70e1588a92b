/** How a person wants the shell to look: the values, the defaults and what follows from the navigation mode. Pure, for both sides. */

/** Page style: `dark` darkens the navigation only, `realdark` everything. */
export const pageStyles = ['light', 'dark', 'realdark'] as const
/** The eight colours of the settings: what is stored and used as accent. */
export const primaryColours = ['#1890ff', '#f5222d', '#fa541c', '#faad14', '#13c2c2', '#52c41a', '#2f54eb', '#722ed1'] as const
export const navigationModes = ['sidemenu', 'topmenu'] as const
export const contentWidths = ['Fluid', 'Fixed'] as const

export type PageStyle = (typeof pageStyles)[number]
export type PrimaryColour = (typeof primaryColours)[number]
export type NavigationMode = (typeof navigationModes)[number]
export type ContentWidth = (typeof contentWidths)[number]

export interface ShellSettings {
  readonly navTheme: PageStyle
  readonly primaryColor: PrimaryColour
  readonly layout: NavigationMode
  readonly contentWidth: ContentWidth
  readonly fixedHeader: boolean
  readonly fixSiderbar: boolean
  readonly colorWeak: boolean
  /** lists have the page size that fills their table */
  readonly autoRows: boolean
  /** everything dark while the system is, whatever the page style */
  readonly followSystem: boolean
}

export const defaultSettings: ShellSettings = {
  navTheme: 'light',
  primaryColor: '#1890ff',
  layout: 'sidemenu',
  contentWidth: 'Fluid',
  fixedHeader: true,
  fixSiderbar: true,
  colorWeak: false,
  autoRows: false,
  followSystem: false,
}

/** The side menu gives fluid width; any other navigation fixed width, and no fixed side menu. */
export function withLayout(settings: ShellSettings, layout: NavigationMode): ShellSettings {
  if (layout === 'sidemenu') return { ...settings, layout, contentWidth: 'Fluid' }
  return { ...settings, layout, contentWidth: 'Fixed', fixSiderbar: false }
}

const oneOf = <T extends string>(values: readonly T[], value: unknown, otherwise: T): T => values.find(one => one === value) ?? otherwise
const yesOrNo = (value: unknown, otherwise: boolean): boolean => (typeof value === 'boolean' ? value : otherwise)

/** Settings out of what was stored: whatever is missing or unknown takes its default. */
export function settingsOf(stored: unknown): ShellSettings {
  const given: Partial<Record<keyof ShellSettings, unknown>> = typeof stored === 'object' && stored !== null ? stored : {}
  const usual = defaultSettings
  const layout = oneOf(navigationModes, given.layout, usual.layout)
  return {
    navTheme: oneOf(pageStyles, given.navTheme, usual.navTheme),
    primaryColor: oneOf(primaryColours, given.primaryColor, usual.primaryColor),
    layout,
    contentWidth: oneOf(contentWidths, given.contentWidth, usual.contentWidth),
    fixedHeader: yesOrNo(given.fixedHeader, usual.fixedHeader),
    fixSiderbar: layout === 'sidemenu' && yesOrNo(given.fixSiderbar, usual.fixSiderbar),
    colorWeak: yesOrNo(given.colorWeak, usual.colorWeak),
    autoRows: yesOrNo(given.autoRows, usual.autoRows),
    followSystem: yesOrNo(given.followSystem, usual.followSystem),
  }
}

/** Applications the top menu holds at most; the server checks it too. */
export const pinnedModulesMax = 5
