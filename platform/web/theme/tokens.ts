/** The look as antd tokens. Nothing outside this file names a colour. */
import { theme, type ThemeConfig } from 'antd'
import type { PageStyle, PrimaryColour, ShellSettings } from '#platform/format/shell-settings.ts'

/**
 * The first shade of each colour that reaches contrast 4.5:1 with white: filled buttons and links.
 * White on #1890ff is only 3.24:1, on #096dd9 5.0:1.
 */
export const filledShade: Readonly<Record<PrimaryColour, string>> = {
  '#1890ff': '#096dd9',
  '#f5222d': '#cf1322',
  '#fa541c': '#d4380d',
  '#faad14': '#874d00',
  '#13c2c2': '#006d75',
  '#52c41a': '#237804',
  '#2f54eb': '#2f54eb',
  '#722ed1': '#722ed1',
}

/** The variant of each colour on a dark ground: the first shade with 4.5:1 on the raised surfaces; filled buttons carry dark text on it. */
export const darkShade: Readonly<Record<PrimaryColour, string>> = {
  '#1890ff': '#3c9ae8',
  '#f5222d': '#ff7875',
  '#fa541c': '#ff7a45',
  '#faad14': '#faad14',
  '#13c2c2': '#13c2c2',
  '#52c41a': '#52c41a',
  '#2f54eb': '#85a5ff',
  '#722ed1': '#b37feb',
}
/** The paler colour of a chart beside the filled shade: mixed with white until it still stands out 3:1 from it. */
const paleShade: Readonly<Record<PrimaryColour, string>> = {
  '#1890ff': '#4e96e4',
  '#f5222d': '#e2717a',
  '#fa541c': '#e17456',
  '#faad14': '#b28d5c',
  '#13c2c2': '#549da3',
  '#52c41a': '#67a252',
  '#2f54eb': '#748cf2',
  '#722ed1': '#a980e3',
}
/** Where antd's own darker shade sinks into a dialog's ground. */
const paleDarkShade: Readonly<Partial<Record<PrimaryColour, string>>> = { '#1890ff': '#2f70a5', '#722ed1': '#7e5ca4' }
export const darkSurface = '#1f1f1f'
/** the marked entry of a menu on dark ground, which carries the variant as text */
export const darkMarked = '#2a2a2a'
/** the first red with 4.5:1 as text on white, and on dark surfaces */
export const errorShade = { light: '#cf1322', dark: '#ff7875' } as const
/** the first green and the first brown with 4.5:1 as text on white and on their own pale grounds */
export const successShade = '#237804'
export const warningShade = '#874d00'
const chartGold = '#ad6800'
const darkText = '#141414'

const fontFamily = `system-ui, -apple-system, "Segoe UI", "PingFang SC", "Microsoft YaHei", "Noto Sans SC", "Noto Sans CJK SC", sans-serif`

/** Class that carries the tokens as CSS variables. */
export const tokenClass = 'zg'

const shape = {
  fontFamily,
  fontSize: 14,
  fontSizeSM: 12,
  controlHeight: 32,
  borderRadius: 6,
  motionDurationMid: '0.15s',
  motionDurationSlow: '0.2s',
}
const sizes = {
  Menu: { itemHeight: 36, itemMarginBlock: 2, horizontalLineHeight: '48px', activeBarBorderWidth: 0 },
  Tabs: { cardGutter: 4, horizontalMargin: '0', cardHeight: 32, titleFontSize: 13 },
  Form: { itemMarginBottom: 20 },
  Table: { cellPaddingBlock: 7, cellPaddingBlockSM: 5, cellPaddingInline: 8, headerBorderRadius: 0, headerSplitColor: 'transparent' },
}

/** Theme of a light page with a primary colour. */
export function lightTheme(primary: PrimaryColour = '#1890ff'): ThemeConfig {
  const filled = filledShade[primary]
  return {
    zeroRuntime: true,
    hashed: false,
    cssVar: { key: tokenClass },
    // antd lightens a button under the pointer: white text on it would fall below 4.5:1
    algorithm: [
      theme.defaultAlgorithm,
      (_seed, map = theme.defaultAlgorithm(theme.defaultSeed)) => ({
        ...map,
        colorPrimaryHover: map.colorPrimaryActive,
        // antd's green and yellow are marks, as text they reach 2:1 on white
        colorSuccessText: successShade,
        colorWarningText: warningShade,
        // what charts draw with, 3:1 with white
        colorPrimaryBorderHover: paleShade[primary],
        colorSuccessBorderHover: map.colorSuccessActive,
        colorWarningActive: chartGold,
      }),
    ],
    token: {
      ...shape,
      colorError: errorShade.light,
      colorTextPlaceholder: 'rgba(0, 0, 0, 0.56)',
      colorPrimary: filled,
      colorInfo: filled,
      colorLink: filled,
      // weak greys of the default theme stay below 4.5:1 on white
      colorTextTertiary: 'rgba(0, 0, 0, 0.6)',
      colorTextDescription: 'rgba(0, 0, 0, 0.6)',
      colorBgLayout: '#f3f5f8',
    },
    components: {
      ...sizes,
      Layout: { headerHeight: 48, headerPadding: '0 16px', headerBg: '#ffffff', siderBg: '#ffffff', bodyBg: '#f3f5f8' },
    },
  }
}

/** Theme of a dark page, or (with a class of its own) of the dark navigation beside a light page. */
export function darkTheme(primary: PrimaryColour = '#1890ff', key: string = tokenClass): ThemeConfig {
  const shade = darkShade[primary]
  return {
    zeroRuntime: true,
    hashed: false,
    inherit: false,
    cssVar: { key },
    // antd's own dark shades of the primary colour are too dark for text
    algorithm: [
      theme.darkAlgorithm,
      (_seed, map = theme.darkAlgorithm(theme.defaultSeed)) => ({
        ...map,
        colorPrimary: shade,
        colorPrimaryText: shade,
        colorInfo: shade,
        colorLink: shade,
        // what charts draw with: the paler shades would sink into the dark ground
        colorPrimaryBorderHover: paleDarkShade[primary] ?? map.colorPrimaryActive,
        colorErrorBorderHover: map.colorError,
        colorSuccessBorderHover: map.colorSuccess,
        colorWarningActive: map.colorWarning,
      }),
    ],
    token: {
      ...shape,
      colorError: errorShade.dark,
      colorTextPlaceholder: 'rgba(255, 255, 255, 0.56)',
      colorPrimary: shade,
      colorLink: shade,
      colorTextTertiary: 'rgba(255, 255, 255, 0.65)',
      colorTextDescription: 'rgba(255, 255, 255, 0.65)',
      colorBgElevated: darkSurface,
    },
    components: {
      ...sizes,
      Menu: { ...sizes.Menu, itemSelectedBg: darkMarked },
      Button: { primaryColor: darkText, dangerColor: darkText },
    },
  }
}

/** Class of the navigation's own variables in the page style `dark`. */
export const darkPartClass = 'zg-night'

/** The whole page's theme. */
export const themeOf = ({ navTheme, primaryColor }: Pick<ShellSettings, 'navTheme' | 'primaryColor'>): ThemeConfig =>
  isDarkPage(navTheme) ? darkTheme(primaryColor) : lightTheme(primaryColor)

export const isDarkPage = (style: PageStyle): boolean => style === 'realdark'

/** Beside the accent, whichever it is, in a chart: what the accented figure stands out from. */
export const neutralShade = '#8c8c8c'
