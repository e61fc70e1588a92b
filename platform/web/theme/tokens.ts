/** The look as antd tokens. Nothing outside this file names a colour. */
import type { ThemeConfig } from 'antd'

/** The eight colours of the settings: what is stored and used as accent. */
export const primaryColours = ['#1890ff', '#f5222d', '#fa541c', '#faad14', '#13c2c2', '#52c41a', '#2f54eb', '#722ed1'] as const
export type PrimaryColour = (typeof primaryColours)[number]

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

const fontFamily = `system-ui, -apple-system, "Segoe UI", "PingFang SC", "Microsoft YaHei", "Noto Sans SC", "Noto Sans CJK SC", sans-serif`

/** Class that carries the tokens as CSS variables. */
export const tokenClass = 'zg'

/** Theme of the light page style with a primary colour. */
export function lightTheme(primary: PrimaryColour = '#1890ff'): ThemeConfig {
  const filled = filledShade[primary]
  return {
    zeroRuntime: true,
    hashed: false,
    cssVar: { key: tokenClass },
    token: {
      colorPrimary: filled,
      colorInfo: filled,
      colorLink: filled,
      // weak greys of the default theme stay below 4.5:1 on white
      colorTextTertiary: 'rgba(0, 0, 0, 0.6)',
      colorTextDescription: 'rgba(0, 0, 0, 0.6)',
      colorBgLayout: '#f3f5f8',
      fontFamily,
      fontSize: 14,
      fontSizeSM: 12,
      controlHeight: 32,
      borderRadius: 6,
      motionDurationMid: '0.15s',
      motionDurationSlow: '0.2s',
    },
    components: {
      Layout: { headerHeight: 48, headerPadding: '0 16px', headerBg: '#ffffff', siderBg: '#ffffff', bodyBg: '#f3f5f8' },
      Menu: { itemHeight: 36, itemMarginBlock: 2, horizontalLineHeight: '48px', activeBarBorderWidth: 0 },
      Tabs: { cardGutter: 4, horizontalMargin: '0', cardHeight: 32, titleFontSize: 13 },
      Form: { itemMarginBottom: 20 },
      Table: { cellPaddingBlock: 7, cellPaddingBlockSM: 5, headerBorderRadius: 0 },
    },
  }
}
