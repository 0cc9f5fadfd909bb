"""What runs on the zone board, and the scripts that build and flash it. Imports none of the other rooms."""
