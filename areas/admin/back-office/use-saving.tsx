/** One save of the back office: busy meanwhile; what is wrong with a field stands at the field, anything else is told. */
import type { FormInstance } from 'antd'
import { useState } from 'react'
import { ApiError, fieldErrors } from '#platform/web/api/client.ts'
import { codes } from '#platform/web/api/envelope.ts'
import { t } from '#platform/web/i18n/t.ts'
import { feedback } from '#platform/web/api/feedback.ts'

export interface Saving {
  readonly busy: boolean
  /** `work` must be a call with `quiet`: its refusal is shown here. `overtaken`: another person saved first; what was typed stays */
  save<Answer>(work: () => Promise<Answer>, then: (answer: Answer) => void, overtaken?: () => void): Promise<void>
}

/** `atField`: where a field of the call stands in the form under another name. */
export function useSaving(form: FormInstance, atField: Readonly<Record<string, string>> = {}): Saving {
  const [busy, setBusy] = useState(false)
  const refused = (error: ApiError): void => {
    const known = Object.keys(form.getFieldsValue() as object)
    const errors = fieldErrors(error).map(({ field, message }) => ({ name: atField[field] ?? field, message }))
    form.setFields(errors.filter(one => known.includes(one.name)).map(({ name, message }) => ({ name, errors: [message] })))
    const others = errors.filter(one => !known.includes(one.name)).map(one => one.message)
    // the way to the login page tells an ended session itself
    if (error.code === codes.signIn) return
    if (errors.length === 0) feedback.warning(error.msg)
    else if (others.length > 0) feedback.warning(others.join(t('；')))
  }
  return {
    busy,
    async save(work, then, overtaken) {
      setBusy(true)
      try {
        then(await work())
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        refused(error)
        if (error.code === codes.conflict) overtaken?.()
      } finally {
        setBusy(false)
      }
    },
  }
}
