/** The door: decides by token and login state which of the few whole screens is drawn, and loads only that one. */
import { Suspense, memo, useEffect } from 'react'
import { Navigate } from 'react-router'
import { organisationKey, tokenKey } from '../api/session.ts'
import { reloadWithoutPrompt } from '../api/sign-in-again.ts'
import { AtAddress, useAddress } from './address.tsx'
import { lazyPart, type LazyPart } from '../page/lazy-part.tsx'
import { loadLogin, loadShell, accessDecisionAt } from './first-screen.ts'
import type { Screen as ScreenName } from '../page/guard.ts'
import { RootBoundary } from './root-boundary.tsx'

const sharedKeys = [tokenKey, organisationKey]

const screens: Readonly<Record<ScreenName, LazyPart<object>>> = {
  login: lazyPart(loadLogin),
  resetPassword: lazyPart(() => import('./login/reset-password-page.tsx')),
  changeFirst: lazyPart(() => import('./login/change-first-page.tsx')),
  register: lazyPart(() => import('./login/register-page.tsx')),
  registerResult: lazyPart(() => import('./login/register-result-page.tsx')),
  recover: lazyPart(() => import('./login/recover-page.tsx')),
  uploadMobile: lazyPart(() => import('../files/upload-mobile-page.tsx')),
  shell: lazyPart(loadShell),
}

/**
 * Another tab signed in as somebody else, out, or went to another organisation: this one starts anew, or it would ask with the other's
 * rights.
 */
function useForeignSession(): void {
  useEffect(() => {
    const watch = (event: StorageEvent): void => {
      const isFirstOrganisation = event.key === organisationKey && event.oldValue === null
      // key null: the other tab cleared everything
      if (event.key === null || (sharedKeys.includes(event.key) && !isFirstOrganisation && event.newValue !== event.oldValue))
        reloadWithoutPrompt()
    }
    window.addEventListener('storage', watch)
    return () => window.removeEventListener('storage', watch)
  }, [])
}

/** The program of the first screen: drawn with it at once, nothing stands there in the meantime. */
export async function firstScreen(): Promise<void> {
  const decision = accessDecisionAt(window.location)
  if (!('to' in decision)) await screens[decision.show].ahead()
}

export function Gate() {
  const { pathname, search } = useAddress()
  useForeignSession()
  const decision = accessDecisionAt({ pathname, search })
  if ('to' in decision) return <Navigate to={decision.to} replace />
  return <Shown name={decision.show} />
}

/** Drawn anew with another screen, not with each address. */
const Shown = memo(function Shown({ name }: { name: ScreenName }) {
  const Screen = screens[name]
  return (
    <RootBoundary>
      <Suspense fallback={null}>
        {name === 'shell' ? (
          <Screen />
        ) : (
          <AtAddress>
            <Screen />
          </AtAddress>
        )}
      </Suspense>
    </RootBoundary>
  )
})
