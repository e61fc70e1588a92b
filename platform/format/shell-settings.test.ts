import { expect, test } from 'vitest'
import { defaultSettings, settingsOf, withLayout } from './shell-settings.ts'

test('the defaults are those of the specification', () =>
  expect(defaultSettings).toMatchObject({ navTheme: 'light', primaryColor: '#1890ff', layout: 'sidemenu' }))

test('the side menu gives fluid width, the top menu fixed width without a fixed side menu', () => {
  const top = withLayout(defaultSettings, 'topmenu')
  expect(top).toMatchObject({ layout: 'topmenu', contentWidth: 'Fixed', fixSiderbar: false })
  expect(withLayout(top, 'sidemenu')).toMatchObject({ layout: 'sidemenu', contentWidth: 'Fluid', fixSiderbar: false })
})

test.each([
  [null, {}],
  ['nonsense', {}],
  [{ navTheme: 'neon', primaryColor: 'red', fixedHeader: 'yes' }, {}],
  [
    { navTheme: 'realdark', colorWeak: true },
    { navTheme: 'realdark', colorWeak: true },
  ],
  [
    { layout: 'topmenu', fixSiderbar: true },
    { layout: 'topmenu', fixSiderbar: false },
  ],
])('what was stored as %j is read with defaults for the rest', (stored, changed) =>
  expect(settingsOf(stored)).toEqual({ ...defaultSettings, ...changed }),
)
