"""Questions the table asks, one typed screen each, and the curtain between two players."""
