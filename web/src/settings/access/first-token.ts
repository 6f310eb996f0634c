// The answer to the request that creates the first token can be lost: then the service requires a token that nobody has
// seen, and the sign-in screen says so.

/** Settles as the answer does, and says before whether the token may exist without having arrived here. */
export async function noteIfLost<T>(answer: Promise<T>, note: (isLost: boolean) => void): Promise<T> {
  try {
    const created = await answer;
    // Also after an earlier request without an answer: that one has not created a token, or this is the answer to both.
    note(false);
    return created;
  } catch (error) {
    // Repeated after a lost answer, the request is refused: it has no token, and now needs one. After 400, the service
    // has said what is wrong with the form, and there is no token.
    if ((error as { status?: number }).status !== 400) note(true);
    throw error;
  }
}
