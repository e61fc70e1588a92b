/** Headers that narrow what a browser may do with our answers. */

/** Where browsers tell what the policy has kept from running (policy-reports.ts). */
export const policyReportsPath = '/policy-reports'
const reportGroup = 'policy'

/** The browser's program: own files only. Styles in elements are antd's; blobs are previews of pictures and exports. */
const appPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "frame-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'self'",
  // the older and the newer way to say the same
  `report-uri ${policyReportsPath}`,
  `report-to ${reportGroup}`,
].join('; ')

/** JSON is never a page. */
export const callPolicy = "default-src 'none'; frame-ancestors 'none'"

/** On every answer. `https`: the public address is served over TLS, and stays so. */
export function commonHeaders(https: boolean): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(self), microphone=(), geolocation=(self), payment=()',
    'content-security-policy': appPolicy,
    'reporting-endpoints': `${reportGroup}="${policyReportsPath}"`,
    ...(https ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
}
