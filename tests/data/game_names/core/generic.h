// Nothing to translate here.
// King hunts are one game among many.

constexpr auto kGround = "slate";
