/** Outgoing calls: addresses of the internet that may be called, and the call itself. */
export { addressFault, InsideAddress, insideFault, leadsInside } from './outgoing/addresses.ts'
export { type OutgoingAnswer, type OutgoingCall, OutgoingError, type OutgoingFault, sendOut } from './outgoing/send-out.ts'
