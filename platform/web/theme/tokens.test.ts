import { theme } from 'antd'
import { expect, test } from 'vitest'
import { trendColours } from '../report/chart-options.ts'
import { primaryColours } from '#platform/format/shell-settings.ts'
import { darkMarked, darkShade, darkSurface, darkTheme, errorShade, filledShade, lightTheme, successShade, warningShade } from './tokens.ts'

/** `#000` -> `#000000` */
const whole = (colour: string): string => (colour.length === 4 ? colour.replaceAll(/[0-9a-f]/gi, '$&$&') : colour)

/** Relative luminance of `#rrggbb` (WCAG 2). */
function luminance(written: string): number {
  const colour = whole(written)
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map(at => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.039_28 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
/** How different two colours look (CIE 1976): from 20 on nobody takes one for the other. */
function distance(one: string, other: string): number {
  const lab = (colour: string): [number, number, number] => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map(at => {
      const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
      return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    const f = (t: number): number => (t > 0.008_856 ? Math.cbrt(t) : 7.787 * t + 16 / 116)
    const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.950_47)
    const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b)
    const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.088_83)
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
  }
  const [a, b] = [lab(one), lab(other)]
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}
const contrastWithWhite = (colour: string): number => 1.05 / (luminance(colour) + 0.05)

test.each(primaryColours)('the filled shade of %s carries white text', colour => {
  expect(contrastWithWhite(filledShade[colour])).toBeGreaterThanOrEqual(4.5)
  expect(lightTheme(colour).token?.colorPrimary).toBe(filledShade[colour])
})

test.each(primaryColours)('the dark variant of %s is read on raised dark surfaces and carries dark text', colour => {
  const shade = darkShade[colour]
  expect((luminance(shade) + 0.05) / (luminance(darkSurface) + 0.05)).toBeGreaterThanOrEqual(4.5)
  expect((luminance(shade) + 0.05) / (luminance('#141414') + 0.05)).toBeGreaterThanOrEqual(4.5)
  expect((luminance(shade) + 0.05) / (luminance(darkMarked) + 0.05)).toBeGreaterThanOrEqual(4.5)
  const token = theme.getDesignToken(darkTheme(colour))
  expect([token.colorPrimary, token.colorLink]).toEqual([shade, shade])
})

test('what is dangerous is read on white and on dark ground', () => {
  expect(contrastWithWhite(errorShade.light)).toBeGreaterThanOrEqual(4.5)
  expect((luminance(errorShade.dark) + 0.05) / (luminance(darkSurface) + 0.05)).toBeGreaterThanOrEqual(4.5)
})

test.each(primaryColours)('under the pointer a button of %s carries white text as well', colour => {
  expect(contrastWithWhite(theme.getDesignToken(lightTheme(colour)).colorPrimaryHover)).toBeGreaterThanOrEqual(4.5)
})

test.each(primaryColours)('on a dark page avatars in %s and badges carry the ground of the page as text', colour => {
  const { colorPrimary, colorError, colorBgContainer } = theme.getDesignToken(darkTheme(colour))
  for (const ground of [colorPrimary, colorError])
    expect((luminance(ground) + 0.05) / (luminance(colorBgContainer) + 0.05), ground).toBeGreaterThanOrEqual(4.5)
})

test('green and yellow as words are read on white', () => {
  expect(contrastWithWhite(successShade)).toBeGreaterThanOrEqual(4.5)
  expect(contrastWithWhite(warningShade)).toBeGreaterThanOrEqual(4.5)
  const { colorSuccessText, colorWarningText } = theme.getDesignToken(lightTheme())
  expect([colorSuccessText, colorWarningText]).toEqual([successShade, warningShade])
})

test.each(primaryColours)('charts in %s stand out from page and dialog, light and dark, and their bars from each other', colour => {
  const contrast = (a: string, b: string): number => {
    const [light = 0, dark = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x)
    return (light + 0.05) / (dark + 0.05)
  }
  for (const token of [lightTheme(colour), darkTheme(colour)].map(theme.getDesignToken)) {
    const drawn = [...trendColours(token), token.colorErrorBorderHover, token.colorSuccessBorderHover]
    for (const one of drawn)
      for (const ground of [token.colorBgContainer, token.colorBgElevated]) expect(contrast(one, ground), one).toBeGreaterThanOrEqual(3)
    const [neutral = '', accent = ''] = trendColours(token)
    expect(distance(neutral, accent)).toBeGreaterThanOrEqual(30)
    expect(new Set(trendColours(token)).size).toBe(3)
  }
})
