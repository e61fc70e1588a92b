/** What all charts have in common: the colours of the theme, type and motion. */
import type { GlobalToken } from 'antd'

export const axisText = (token: GlobalToken) => ({
  color: token.colorTextDescription,
  fontSize: token.fontSizeSM,
  fontFamily: token.fontFamily,
})

export function common(token: GlobalToken) {
  return {
    animationDuration: 200,
    animation: !window.matchMedia('(prefers-reduced-motion: reduce)').matches,
    textStyle: { fontFamily: token.fontFamily },
    aria: { enabled: false },
  }
}

export const tooltipLook = (token: GlobalToken) => ({
  backgroundColor: token.colorBgElevated,
  borderColor: token.colorBorderSecondary,
  textStyle: { color: token.colorText, fontSize: token.fontSizeSM },
  confine: true,
})
