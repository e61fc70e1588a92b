/** A form over settings that others change too: what they saved stands wherever one has not typed oneself. */
import type { FormInstance } from 'antd'
import { useEffect } from 'react'

/** `values` as they are saved now; answers how to forget what was typed, once it is saved itself. */
export function useFollowing<Values extends object>(form: FormInstance, values: Values): () => void {
  const written = JSON.stringify(values)
  useEffect(() => {
    const latest = Object.entries(JSON.parse(written) as object).filter(([name]) => !form.isFieldTouched(name))
    // not setFieldValue: it marks a field as touched by the person, who would then be followed by nothing
    form.setFields(latest.map(([name, value]: [string, unknown]) => ({ name, value, touched: false })))
  }, [form, written])
  return () => form.setFields(Object.keys(values).map(name => ({ name, touched: false })))
}
