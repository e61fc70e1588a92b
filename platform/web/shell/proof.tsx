/** Asks the person to prove himself when a call is refused for it (api/proof.ts): the dialog is loaded then. */
import { Suspense, lazy, useEffect, useState } from 'react'
import { installProof, type Ways } from '../api/proof.ts'

const ProofDialog = lazy(() => import('./proof-dialog.tsx'))

interface Asked {
  readonly ways: Ways
  readonly answer: (isProved: boolean) => void
}

export function Proof() {
  const [asked, setAsked] = useState<Asked | null>(null)
  useEffect(() => installProof(ways => new Promise(answer => setAsked({ ways, answer }))), [])
  if (asked === null) return null
  return (
    <Suspense fallback={null}>
      <ProofDialog
        ways={asked.ways}
        onDone={isProved => {
          setAsked(null)
          asked.answer(isProved)
        }}
      />
    </Suspense>
  )
}
