/** Composition root of the browser: language and theme, then the door. */
import './early-requests.ts'
import 'antd/dist/antd.css'
import '#platform/web/theme/base.css'
import { StrictMode, Suspense, lazy } from 'react'
import { createRoot } from 'react-dom/client'
import { reportRecovered } from '#platform/web/api/recovered-errors.ts'
import { loadLanguage } from '#platform/web/i18n/load.ts'
import { currentLanguage } from '#platform/web/i18n/language.ts'
import { AddressRoot } from '#platform/web/shell/address.tsx'
import { Gate, firstScreen } from '#platform/web/shell/gate.tsx'
import { ThemeRoot } from '#platform/web/theme/root.tsx'
import './english.ts'

/** Shared controls in all their states: of a development server alone, the product's build leaves it out. */
const Gallery =
  import.meta.env.DEV && window.location.pathname === '/dev/gallery' ? lazy(() => import('#platform/web/gallery/gallery-page.tsx')) : null

const root = document.querySelector('#root')
if (root === null) throw new Error('the page has no #root')

const [locale] = await Promise.all([loadLanguage(), Gallery === null ? firstScreen() : null])
document.documentElement.lang = currentLanguage()
createRoot(root, { onRecoverableError: error => reportRecovered(error) }).render(
  <StrictMode>
    <ThemeRoot locale={locale}>
      {Gallery === null ? (
        <AddressRoot>
          <Gate />
        </AddressRoot>
      ) : (
        <Suspense fallback={null}>
          <Gallery />
        </Suspense>
      )}
    </ThemeRoot>
  </StrictMode>,
)
