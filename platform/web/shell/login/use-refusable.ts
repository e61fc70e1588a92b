/** A form that the server may refuse: the fields' complaints stand at the fields, anything else below the form. */
import type { FormInstance } from 'antd'
import { useState } from 'react'
import { ApiError, fieldErrors } from '../../api/client.ts'

export function useRefusable<Values>(form: FormInstance<Values>) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  /** Whether it was done. */
  const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true)
    setRefusal(null)
    try {
      await work()
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const errors = fieldErrors(error)
      if (errors.length === 0) setRefusal(error.msg)
      else form.setFields(errors.map(({ field, message }) => ({ name: field as never, errors: [message] })))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { refusal, busy, attempt, setRefusal }
}
